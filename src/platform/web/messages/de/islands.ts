export * from '../en/islands.ts';

export const continueReading = 'Weiter zum ganzen Beitrag …';
export const directLink = 'Direkter Link';
export const loadMore = 'mehr laden …';
export const loading = 'Wird geladen';

export const untitled = 'Ohne Titel';
export const revised = 'Überarbeitet am';
export const tags = 'Schlagwörter';
export const images = 'Bilder';
export const imagesOf = (title: string) => `Bilder zu ${title}`;
export const imageOf = (number: number, count: number, title: string) =>
  `Bild ${number} von ${count}: ${title}`;
export const close = 'Schließen';
export const previousImage = 'Vorheriges Bild';
export const nextImage = 'Nächstes Bild';

export const notTerrible = 'Nicht schrecklich';
export const thisIsTerrible = 'Das ist schrecklich';
export const votedPreviously = 'Schon abgestimmt';
export const comment = 'Kommentar';
export const commentCount = (count: number) => `Kommentare (${count})`;
export const commentsClosed = 'Die Kommentare sind geschlossen.';
export const leaveComment = 'Kommentar schreiben';
export const noComments = 'Noch keine Kommentare. Machst du den Anfang?';
export const commentsLoading = 'Kommentare werden geladen …';
export const inReplyTo = (name: string) => `Antwort an ${name}`;
export const cancelReply = 'Antwort abbrechen';
export const commentPublished = 'Danke für deinen Kommentar. Er ist veröffentlicht.';
export const allComments = 'Alle Kommentare';
export const name = 'Name';
export const website = 'Website (freiwillig)';
export const email = 'E-Mail (wird nie angezeigt)';
export const tellMe = 'Per Mail informieren';
export const anonymous = 'Anonym';
export const commentPlaceholder = 'Bitte schreib einen sinnvollen, freundlichen Kommentar.';
export const submit = 'Absenden';
export const commentThanks = 'Danke für deinen Kommentar. Er erscheint, sobald er freigegeben ist.';
export const commentTooShort = 'Fehler: Ein Kommentar sollte etwas mehr Inhalt haben.';

export const serverError = 'Serverfehler – läuft der REST-Server?';
export const serverAway =
  'Der Server antwortet gerade nicht. Was du geschrieben hast, bleibt hier: Bitte versuche es in einer Weile noch einmal.';
export const byline = (name: string) => `von ${name}`;
