import { createRandom } from "../random.js";
const RATE = 16e3;
const MAJOR = [0, 4, 7, 12];
const MINOR = [0, 3, 7, 12];
const SEQUENCES = [
  [0, 5, 7, 0],
  [0, 9, 5, 7],
  [0, 3, 5, 7],
  [0, 7, 9, 5]
];
function synthesizeMusic(prompt, seconds, seed) {
  const random = createRandom("music", prompt, seed);
  const isSad = /\b(?:sad|dark|melanchol\w*|slow|rain|minor|ambient|calm|sleep)\b/i.test(prompt);
  const isQuick = /\b(?:fast|upbeat|dance|techno|happy|energetic|rock|drums?)\b/i.test(prompt);
  const beat = isQuick ? 0.25 : isSad ? 0.6 : 0.4;
  const chord = isSad ? MINOR : MAJOR;
  const sequence = SEQUENCES[random.below(SEQUENCES.length)] ?? SEQUENCES[0];
  const root = 110 * 2 ** (random.below(12) / 12);
  const samples = new Float32Array(Math.round(seconds * RATE));
  const strike = (start, frequency, length, loudness) => {
    const first = Math.round(start * RATE);
    const count = Math.min(samples.length - first, Math.round(length * RATE));
    for (let index = 0; index < count; index++) {
      const time = index / RATE;
      const fade = Math.min(1, index / 80) * Math.exp(-3 * (time / length)) * Math.min(1, (count - index) / 200);
      const angle = 2 * Math.PI * frequency * time;
      const tone = Math.sin(angle) + 0.4 * Math.sin(2 * angle) + 0.15 * Math.sin(3 * angle);
      samples[first + index] = (samples[first + index] ?? 0) + loudness * fade * tone;
    }
  };
  for (let step = 0; step * beat < seconds; step++) {
    const shift = sequence[Math.floor(step / 4) % sequence.length] ?? 0;
    const pitch = (halfTones) => root * 2 ** ((shift + halfTones) / 12);
    if (step % 4 === 0) for (const note of chord) strike(step * beat, pitch(note), beat * 4, 0.1);
    strike(step * beat, 2 * pitch(chord[random.below(chord.length)] ?? 0), beat * 1.5, 0.14);
  }
  return { samples, rate: RATE, comment: prompt };
}
export {
  synthesizeMusic
};
