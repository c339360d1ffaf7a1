const PHRASES = {
  "how are you": ["Wie geht es dir?", "Comment vas-tu ?", "\xBFC\xF3mo est\xE1s?", "Come stai?"],
  "hello, how are you": [
    "Hallo, wie geht es dir?",
    "Bonjour, comment vas-tu ?",
    "Hola, \xBFc\xF3mo est\xE1s?",
    "Ciao, come stai?"
  ],
  "the cat sleeps": ["Die Katze schl\xE4ft.", "Le chat dort.", "El gato duerme.", "Il gatto dorme."],
  "the cat sleeps on the sofa": [
    "Die Katze schl\xE4ft auf dem Sofa.",
    "Le chat dort sur le canap\xE9.",
    "El gato duerme en el sof\xE1.",
    "Il gatto dorme sul divano."
  ],
  "good morning": ["Guten Morgen", "Bonjour", "Buenos d\xEDas", "Buongiorno"],
  "good night": ["Gute Nacht", "Bonne nuit", "Buenas noches", "Buonanotte"],
  "good evening": ["Guten Abend", "Bonsoir", "Buenas tardes", "Buonasera"],
  "thank you": ["Danke", "Merci", "Gracias", "Grazie"],
  "where is the station": ["Wo ist der Bahnhof?", "O\xF9 est la gare ?", "\xBFD\xF3nde est\xE1 la estaci\xF3n?", "Dov'\xE8 la stazione?"],
  "i love you": ["Ich liebe dich.", "Je t'aime.", "Te quiero.", "Ti amo."],
  "my name is sarah": ["Ich hei\xDFe Sarah.", "Je m'appelle Sarah.", "Me llamo Sarah.", "Mi chiamo Sarah."],
  "my name is sarah and i live in london": [
    "Ich hei\xDFe Sarah und wohne in London.",
    "Je m'appelle Sarah et j'habite \xE0 Londres.",
    "Me llamo Sarah y vivo en Londres.",
    "Mi chiamo Sarah e vivo a Londra."
  ],
  "the weather is good today": [
    "Das Wetter ist heute gut.",
    "Il fait beau aujourd'hui.",
    "Hoy hace buen tiempo.",
    "Oggi fa bel tempo."
  ]
};
export {
  PHRASES
};
