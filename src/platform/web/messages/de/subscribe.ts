export * from '../en/subscribe.ts';

export const subscribe = {
  title: 'Per E-Mail abonnieren',
  shortLabel: 'Neue Beiträge per E-Mail',
  address: 'E-Mail-Adresse',
  submit: 'Abonnieren',
  more: 'Kategorien oder eine Zusammenfassung pro Woche wählen',
  explained:
    'Neue Beiträge kommen in dein Postfach, ohne Tracking. Du bestätigst zuerst deine Adresse, und in jeder E-Mail ist ein Link zum Abbestellen.',
  privacy:
    'Deine Adresse wird nur für diese E-Mails verwendet. Sie wird gelöscht, wenn du das Abo beendest, oder nach 48 Stunden, wenn du sie nicht bestätigst.',
  which: 'Welche Beiträge',
  all: 'Alle Beiträge',
  some: 'Nur diese Kategorien:',
  often: 'Wie oft',
  atOnce: 'Jeden Beitrag, sobald er erscheint',
  weekly: 'Einmal pro Woche, alle neuen Beiträge in einer E-Mail',
  feed: 'Oder folge dem Feed in einem Feedreader',
  again: 'Wieder abonnieren',
};

export const subscribeErrors = {
  address: 'Das ist keine E-Mail-Adresse. Bitte prüf sie und versuch es noch einmal.',
  categories: 'Bitte wähl mindestens eine Kategorie oder alle Beiträge.',
  limited:
    'In der letzten Stunde gab es sehr viele Anfragen. Bitte warte eine Weile und versuch es noch einmal.',
};

export const subscribeAsked = {
  title: 'Sieh in dein Postfach',
  text: 'Eine E-Mail ist zu dir unterwegs. Öffne den Link darin innerhalb von 48 Stunden, um dein Abo zu bestätigen.',
  help: 'Nach ein paar Minuten noch keine E-Mail? Sieh im Spam-Ordner nach, prüf, ob die Adresse richtig geschrieben war, oder versuch es in zehn Minuten noch einmal.',
};

export const confirmSubscription = {
  title: 'Bestätige dein Abo',
  text: 'Neue Beiträge werden an {address} geschickt.',
  submit: 'Bestätigen',
};

export const subscription = {
  title: 'Dein Abo',
  confirmed: 'Du hast das Abo bestätigt.',
  saved: 'Deine Änderungen sind gespeichert.',
  text: 'E-Mails gehen an {address}.',
  submit: 'Speichern',
};

export const unsubscribe = {
  title: 'Abo beenden',
  text: '{address} bekommt keine Beiträge mehr, und die Adresse wird gelöscht.',
  submit: 'Abo beenden',
  change: 'Stattdessen weniger E-Mails bekommen',
  done: 'Dein Abo ist beendet',
  doneText: 'Deine Adresse wurde gelöscht. Du bekommst keine Beiträge mehr per E-Mail.',
};

export const noSubscription = {
  title: 'Dieser Link ist nicht mehr gültig',
  text: 'Er wurde schon benutzt, ist älter als 48 Stunden, das Abo ist beendet, oder ein Teil des Links fehlt.',
};

export const confirmationMail = {
  subject: (site: string) => `Bestätige dein Abo von ${site}`,
  text: (site: string) =>
    `Du möchtest neue Beiträge von ${site} per E-Mail bekommen. Bitte bestätige das innerhalb von 48 Stunden.`,
  submit: 'Abo bestätigen',
  ignore:
    'Wenn du das nicht warst, ignorier diese E-Mail. Dann entsteht kein Abo, und deine Adresse wird gelöscht.',
  reason: (url: string) =>
    `Du bekommst diese E-Mail, weil diese Adresse in das Formular auf ${url} eingegeben wurde`,
};

export const alreadySubscribedMail = {
  subject: (site: string) => `Du hast ${site} schon abonniert`,
  text: (site: string) =>
    `Du möchtest neue Beiträge von ${site} per E-Mail bekommen. Für diese Adresse gibt es schon ein Abo, also hat sich nichts geändert.`,
  submit: 'Abo ändern oder beenden',
};
