/** Whole sentences with their translations: word by word they would come out wrong. */
export const PHRASES: Readonly<Record<string, readonly [de: string, fr: string, es: string, it: string]>> = {
	"how are you": ["Wie geht es dir?", "Comment vas-tu ?", "¿Cómo estás?", "Come stai?"],
	"hello, how are you": [
		"Hallo, wie geht es dir?",
		"Bonjour, comment vas-tu ?",
		"Hola, ¿cómo estás?",
		"Ciao, come stai?",
	],
	"the cat sleeps": ["Die Katze schläft.", "Le chat dort.", "El gato duerme.", "Il gatto dorme."],
	"the cat sleeps on the sofa": [
		"Die Katze schläft auf dem Sofa.",
		"Le chat dort sur le canapé.",
		"El gato duerme en el sofá.",
		"Il gatto dorme sul divano.",
	],
	"hello world": ["Hallo Welt", "Bonjour le monde", "Hola mundo", "Ciao mondo"],
	"good morning": ["Guten Morgen", "Bonjour", "Buenos días", "Buongiorno"],
	"good day": ["Guten Tag", "Bonjour", "Buenos días", "Buongiorno"],
	"good night": ["Gute Nacht", "Bonne nuit", "Buenas noches", "Buonanotte"],
	"good evening": ["Guten Abend", "Bonsoir", "Buenas tardes", "Buonasera"],
	"thank you": ["Danke", "Merci", "Gracias", "Grazie"],
	"where is the station": ["Wo ist der Bahnhof?", "Où est la gare ?", "¿Dónde está la estación?", "Dov'è la stazione?"],
	"i love you": ["Ich liebe dich.", "Je t'aime.", "Te quiero.", "Ti amo."],
	"my name is sarah": ["Ich heiße Sarah.", "Je m'appelle Sarah.", "Me llamo Sarah.", "Mi chiamo Sarah."],
	"my name is sarah and i live in london": [
		"Ich heiße Sarah und wohne in London.",
		"Je m'appelle Sarah et j'habite à Londres.",
		"Me llamo Sarah y vivo en Londres.",
		"Mi chiamo Sarah e vivo a Londra.",
	],
	"the weather is good today": [
		"Das Wetter ist heute gut.",
		"Il fait beau aujourd'hui.",
		"Hoy hace buen tiempo.",
		"Oggi fa bel tempo.",
	],
};
