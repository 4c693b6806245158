import { plural } from '../plural.ts';

export * from '../en/pages.ts';

const form = plural('de');
const number = (value: number) => value.toLocaleString('de');

export const searchSite = 'Diese Website durchsuchen';
export const searchLink = 'Suche';
export const adminLink = 'Verwaltung';
export const loginLink = 'Anmelden';
export const lostPassword = 'Passwort verloren? Führe auf dem Server {command} aus.';
export const announcement = 'Ankündigung';
export const dismiss = 'Ausblenden';
export const voteCounted = 'Deine Stimme wurde gezählt.';

export const menu = 'Menü';
export const places = {
  home: 'Startseite',
  archive: 'Archiv',
  topics: 'Themen',
  feed: 'Feed',
  search: 'Suchen',
  there: 'dort',
};
export const categories = 'Kategorien';
export const noTopics = 'Es gibt noch keine Themen.';
export const pages = 'Seiten';
export const pageOf = (page: string, pages: string) => `Seite ${page} von ${pages}`;
export const firstPage = 'Erste Seite';
export const previousPage = 'Vorherige Seite';
export const nextPage = 'Nächste Seite';
export const lastPage = 'Letzte Seite';
export const partOf = (part: number, total: number): string => `Teil ${part} von ${total}`;
export const otherPosts = 'Vorheriger und nächster Beitrag';
export const previousPost = 'Vorheriger';
export const nextPost = 'Nächster';

export const noPosts = 'Zurzeit gibt es hier keine Beiträge zu lesen.';
export const checkAgain = 'Schau doch ein andermal wieder vorbei.';
export const beingSetUp = {
  title: 'Dieser Blog wird gerade eingerichtet.',
  advice:
    'Ist es deiner? Öffne den Link, den der Server in seinem Terminal ausgegeben hat, oder führe {command} für einen neuen aus.',
};
export const category = 'Kategorie';
export const tag = 'Schlagwort';
export const clearFilter = '[alle zeigen]';
export const postCount = (count: number) =>
  form(count, { one: '1 Beitrag', other: `${number(count)} Beiträge` });
export const layout = 'Darstellung';
export const layouts = { full: 'ausführlich', compact: 'kompakt' };

export const alsoIn = 'Auch auf:';
export const readingTime = (minutes: number) => `${number(minutes)} Min. Lesezeit`;
export const inactive = 'Inaktiv';
export const onlyVisibleToYou = 'Nur du kannst diesen Beitrag sehen.';
export const preview = 'Vorschau';
export const previewTitle = (title: string) => `Vorschau: ${title}`;
export const typedPreviewNotice = 'So sieht aus, was du geschrieben hast. Es ist noch nicht gespeichert.';
export const editLink = 'bearbeiten';
export const previewNotice = 'Dieser Beitrag ist noch nicht öffentlich. Bitte behalte den Link für dich.';
export const previewInvitation =
  'Dieser Beitrag ist noch nicht öffentlich. Unter dem Text kannst du ihn kommentieren.';
export const remarks = {
  title: 'Deine Anmerkungen',
  intro:
    'Deine Meinung ist gefragt. Nur wer den Text schreibt oder diesen Link hat, sieht deine Anmerkungen.',
  paragraph: 'Absatz',
  wholeText: 'Der ganze Text',
  passage: 'Stelle (freiwillig)',
  remark: 'Anmerkung',
  wording: 'Andere Formulierung (freiwillig)',
  send: 'Senden',
  sent: 'Danke. Deine Anmerkung ist angekommen.',
  answer: 'Antwort',
  resolved: 'Erledigt',
  mark: 'Diese Stelle anmerken',
  empty: 'Bitte schreibe eine Anmerkung oder eine andere Formulierung.',
  full: 'Es gibt schon zu viele Anmerkungen. Bitte melde dich auf anderem Weg.',
};
export const relatedPosts = (category: string) => `Mehr aus ${category}`;
export const share = 'Teilen';
export const linkCopied = 'Link kopiert';

export const contents = 'Inhalt';
export const headingLink = (heading: string) => `Link zu ${heading}`;
export const table = 'Tabelle';
export const details = 'Details';
export const callouts = {
  note: 'Hinweis',
  tip: 'Tipp',
  important: 'Wichtig',
  warning: 'Warnung',
  caution: 'Vorsicht',
};
export const taskDone = 'Erledigte Aufgabe';
export const taskOpen = 'Offene Aufgabe';
export const footnotes = 'Fußnoten';
export const footnote = (number: number) => `Fußnote ${number}`;
export const backToText = (number: number) => `Zurück zum Text von Fußnote ${number}`;
export const largeImage = (alt: string) => (alt ? `Großes Bild: ${alt}` : 'Großes Bild');
export const playerHint = (host: string) => `Hier abspielen: lädt ${host}`;
export const players = { audio: 'Audio', video: 'Video' };
export const invalidFormula = 'Diese Formel enthält einen Fehler.';
export const longFormula = 'Diese Formel ist zu lang, um sie anzuzeigen.';

export const comments = 'Kommentare';
export const mentions = 'Erwähnungen';
export const reply = 'Antworten';
export const replyTo = (name: string) => `${name} antworten`;
export const via = (origin: string) => `über ${origin}`;
export const fediverse = 'Fediverse';
export const commentEdited = 'bearbeitet';
export const morePeople = (count: number) => `${count.toLocaleString('de')} weitere`;
export const mentionLines = {
  yes: 'Nimmt teil.',
  no: 'Nimmt nicht teil.',
  maybe: 'Nimmt vielleicht teil.',
  interested: 'Ist interessiert.',
  bookmark: 'Hat diesen Beitrag gemerkt.',
};
export const reactions = (likes: number, reposts: number) =>
  `${[
    likes > 0 && form(likes, { one: '1 Like', other: `${number(likes)} Likes` }),
    reposts > 0 && form(reposts, { one: '1-mal geteilt', other: `${number(reposts)}-mal geteilt` }),
  ]
    .filter(Boolean)
    .join(' und ')} anderswo`;
export const ownerTools = {
  edit: 'bearbeiten',
  unapprove: 'Freigabe aufheben',
  delete: 'löschen',
  save: 'Speichern',
  cancel: 'Abbrechen',
  text: (name: string) => `Kommentar von ${name}`,
  confirmDelete: (name: string) => `Diesen Kommentar von ${name} löschen?`,
  confirm: 'Löschen',
};
export const ownComment = {
  waiting: 'wartet auf Freigabe',
  withdraw: 'zurückziehen',
  confirmWithdraw: 'Diesen Kommentar zurückziehen? Sein Text wird gelöscht.',
  confirm: 'Zurückziehen',
};
export const parentGone =
  'Den Kommentar, auf den du antwortest, gibt es nicht mehr. Brich die Antwort ab, um deinen Text als neuen Kommentar zu senden.';
export const formSentBefore =
  'Dieses Formular wurde schon gesendet. Um deinen Text als weiteren Kommentar zu senden, drücke bitte noch einmal auf „Absenden“.';
export const authorUrlInvalid =
  'Die Website braucht eine Adresse wie https://example.org. Du kannst das Feld auch leer lassen.';
export const commentPages = 'Seiten der Kommentare';
export const commentTooLong = (max: number) =>
  `Fehler: Ein Kommentar darf höchstens ${number(max)} Zeichen haben.`;
export const nameTooLong = (max: number) => `Ein Name darf höchstens ${number(max)} Zeichen haben.`;
export const nameOfAuthor =
  'So heißt schon jemand, der auf dieser Website schreibt. Bitte wähl einen anderen Namen.';
export const nameReserved = 'Der Name „Admin“ ist vergeben. Bitte wähl einen anderen.';
export const voteRateLimited =
  'Du hast in der letzten Minute sehr oft abgestimmt. Bitte warte einen Moment und versuch es dann noch einmal.';
export const commentsOverloaded =
  'Gerade werden sehr viele Kommentare gesendet. Bitte heb deinen Text auf und versuch es später noch einmal.';
export const commentHoneypotFilled =
  'Das sieht aus, als käme es von einem Bot. Bitte lass das Feld „website“ leer.';
export const commentRateLimited =
  'Du hast in den letzten Minuten sehr viele Kommentare gesendet. Bitte warte ein paar Minuten und versuch es dann noch einmal.';

export const notFound = {
  title: 'Nicht gefunden',
  heading: 'Hier ist nichts.',
  text: 'Der gesuchte Beitrag wurde verschoben, umbenannt oder nie geschrieben. Das passiert den Besten.',
};
export const gone = {
  title: 'Verschwunden',
  heading: 'Diesen Beitrag gibt es nicht mehr.',
  text: 'Er war einmal hier und wurde endgültig entfernt. Aber es gibt ja noch andere.',
};
export const failed = { title: 'Etwas ist schiefgegangen', heading: 'Das hat nicht geklappt.', mark: 'Oh.' };
export const backHome = 'Zurück zur Startseite';
export const search = 'Suchen';
export const searchFor = 'Suchen nach';
export const searchOf = (name: string) => `${name} durchsuchen`;
export const noResults = (query: string) =>
  `Keine Beiträge zu „${query}“ gefunden. Versuch es mit weniger oder kürzeren Wörtern.`;
export const results = (count: number, query: string) => `${postCount(count)} zu „${query}“`;
export const feedOf = (name: string) => `Feed von ${name}`;
export const feedExplained =
  'Das ist ein Web-Feed. Füg seine Adresse in einen Feedreader ein, um neue Beiträge zu bekommen: ohne Konto, ohne E-Mail, ohne Algorithmus.';
export const feedUrl = 'Adresse des Feeds';
export const otherFormats = 'Andere Formate:';
export const recentPosts = 'Neueste Beiträge';
export const noPostsYet = 'Noch keine Beiträge.';
export const counterTitle = 'Dort';
export const counterDescription = 'Ein Zähler. Er geht rauf, er geht runter, und er hat etwas zu sagen.';
export const counterImage = 'Ein Wegweiser an einer gewundenen Straße; hinter den Hügeln geht die Sonne auf';
export const counterSign = 'DORT';
export const siteOverloaded =
  'Auf dieser Website ist gerade sehr viel los. Bitte versuch es in ein paar Sekunden noch einmal.';

export const passkeyRateLimited =
  'In den letzten Minuten gab es zu viele Anmeldeversuche. Bitte warte ein paar Minuten und versuch es dann noch einmal.';

export const aboutAuthor = (name: string) => `Über ${name}`;

export const defaultDescription = 'Ein persönliches Blog. Gar nicht schrecklich.';
export const defaultThanks = 'Danke fürs Vorbeischauen. Es war nicht schrecklich mit dir.';
export const firstPost = {
  title: 'Ein erster Beitrag',
  text: 'Die ersten Zeilen sind die schwersten. Danach kommen {links}, Bilder und früher oder später Leser.',
  links: 'Links',
};
