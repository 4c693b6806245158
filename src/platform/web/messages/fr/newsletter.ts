export * from '../en/newsletter.ts';

export const newsletterMail = {
  byline: (author: string) => `par ${author}`,
  readOnSite: 'Lire cet article sur le site',
  comment: 'Commenter cet article',
  answerByMail:
    'Vous pouvez aussi répondre à ce message : votre texte devient un commentaire une fois approuvé.',
  readOn: 'Lire la suite',
  cut: 'La suite de cet article est sur le site.',
  image: (alt: string) => (alt ? `Image : ${alt}` : 'Image'),
  video: 'Regarder la vidéo sur le site',
  audio: 'Écouter l’enregistrement sur le site',
  footnotes: 'Notes',
  week: 'Les articles de la semaine',
  weekSubject: (site: string) => `${site} : les articles de la semaine`,
  reason: (site: string) => `Vous recevez cet e-mail à la suite de votre abonnement à ${site}.`,
  change: 'Modifier l’abonnement ou se désabonner',
};
