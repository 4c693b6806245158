export * from '../en/commenter-mail.ts';

export const commenterMail = {
  addressInvalid:
    'Bitte gib eine gültige E-Mail-Adresse ein oder entferne das Häkchen bei „Per Mail informieren“.',
  confirm: {
    subject: (site: string) => `Bitte bestätige deine E-Mail-Adresse für ${site}`,
    text: (site: string) =>
      `Du hast auf ${site} kommentiert und möchtest per Mail informiert werden. Bitte bestätige, dass dies deine Adresse ist.`,
    what: 'Dann bekommst du eine Mail, wenn dein Kommentar freigegeben wird und wenn er Antworten bekommt. Jede Mail enthält einen Link, mit dem du sie abbestellst.',
    button: 'Bestätigen',
    reason:
      'Falls du das nicht warst, ignoriere diese Mail. Du bekommst keine weitere, und die Adresse wird nach 48 Stunden gelöscht.',
    title: 'E-Mail-Adresse bestätigen',
    done: 'Danke, deine Adresse ist bestätigt. Du bekommst eine Mail, wenn dein Kommentar freigegeben wird und wenn er Antworten bekommt.',
    invalid:
      'Dieser Link funktioniert nicht mehr: Er wurde schon benutzt oder ist älter als 48 Stunden. Wenn du deine Adresse bestätigt hast, ist nichts mehr zu tun.',
  },
  approved: (title: string) => `Dein Kommentar zu „${title}“ wurde freigegeben`,
  reply: {
    one: (name: string, title: string) => `${name} hat unter deinem Kommentar zu „${title}“ geantwortet`,
    many: (count: number, title: string) => `${count} Antworten unter deinem Kommentar zu „${title}“`,
    more: (count: number) => (count === 1 ? 'Und eine weitere.' : `Und ${count} weitere.`),
  },
  readButton: 'Auf der Website lesen',
  reason: (site: string) =>
    `Du bekommst diese Mail, weil du es beim Kommentieren auf ${site} so gewünscht hast.`,
  stopLink: 'Mails abbestellen und meine Adresse löschen',
  stop: {
    title: 'Mails zu Kommentaren abbestellen',
    text: (site: string) =>
      `Du bekommst keine Mails zu deinen Kommentaren auf ${site} mehr, und deine Adresse wird gelöscht.`,
    button: 'Abbestellen und Adresse löschen',
    done: 'Deine Adresse ist gelöscht. Du bekommst keine Mails zu deinen Kommentaren mehr.',
  },
};
