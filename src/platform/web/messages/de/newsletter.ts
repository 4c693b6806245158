export * from '../en/newsletter.ts';

export const newsletterMail = {
  byline: (author: string) => `von ${author}`,
  readOnSite: 'Diesen Beitrag auf der Website lesen',
  comment: 'Diesen Beitrag kommentieren',
  answerByMail:
    'Sie können auch auf diese E-Mail antworten: Ihr Text wird zum Kommentar, sobald er freigegeben ist.',
  readOn: 'Weiterlesen',
  cut: 'Der Rest dieses Beitrags steht auf der Website.',
  image: (alt: string) => (alt ? `Bild: ${alt}` : 'Bild'),
  video: 'Das Video auf der Website ansehen',
  audio: 'Die Aufnahme auf der Website anhören',
  footnotes: 'Fußnoten',
  week: 'Beiträge der Woche',
  weekSubject: (site: string) => `${site}: Beiträge der Woche`,
  reason: (site: string) => `Du bekommst diese E-Mail, weil du ${site} abonniert hast.`,
  change: 'Abonnement ändern oder beenden',
};
