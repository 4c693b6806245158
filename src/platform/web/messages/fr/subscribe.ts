export * from '../en/subscribe.ts';

export const subscribe = {
  title: 'S’abonner par e-mail',
  shortLabel: 'Les nouveaux articles par e-mail',
  address: 'Adresse e-mail',
  submit: 'S’abonner',
  more: 'Choisir des catégories ou un résumé hebdomadaire',
  explained:
    'Les nouveaux articles arrivent dans votre boîte de réception, sans pistage. Vous confirmez d’abord votre adresse, et chaque e-mail contient un lien de désabonnement.',
  privacy:
    'Votre adresse ne sert qu’à ces e-mails. Elle est supprimée quand vous vous désabonnez, ou après 48 heures si vous ne la confirmez pas.',
  which: 'Quels articles',
  all: 'Tous les articles',
  some: 'Seulement ces catégories :',
  often: 'À quelle fréquence',
  atOnce: 'Chaque article dès sa publication',
  weekly: 'Une fois par semaine, tous les nouveaux articles dans un seul e-mail',
  feed: 'Ou suivez le flux dans un lecteur de flux',
  again: 'S’abonner de nouveau',
};

export const subscribeErrors = {
  address: 'Ce n’est pas une adresse e-mail. Vérifiez-la et réessayez.',
  categories: 'Choisissez au moins une catégorie, ou tous les articles.',
  limited:
    'Il y a eu beaucoup de demandes au cours de la dernière heure. Patientez un moment, puis réessayez.',
};

export const subscribeAsked = {
  title: 'Consultez votre boîte de réception',
  text: 'Un e-mail est en route. Ouvrez le lien qu’il contient dans les 48 heures pour confirmer votre abonnement.',
  help: 'Pas d’e-mail après quelques minutes ? Regardez dans les indésirables, vérifiez l’adresse saisie, ou réessayez dans dix minutes.',
};

export const confirmSubscription = {
  title: 'Confirmez votre abonnement',
  text: 'Les nouveaux articles seront envoyés à {address}.',
  submit: 'Confirmer',
};

export const subscription = {
  title: 'Votre abonnement',
  confirmed: 'Votre abonnement est confirmé.',
  saved: 'Vos modifications sont enregistrées.',
  text: 'Les e-mails sont envoyés à {address}.',
  submit: 'Enregistrer',
};

export const unsubscribe = {
  title: 'Se désabonner',
  text: '{address} ne recevra plus d’articles, et l’adresse sera supprimée.',
  submit: 'Se désabonner',
  change: 'Recevoir plutôt moins d’e-mails',
  done: 'Vous êtes désabonné(e)',
  doneText: 'Votre adresse a été supprimée. Vous ne recevrez plus d’articles par e-mail.',
};

export const noSubscription = {
  title: 'Ce lien n’est plus valable',
  text: 'Il a déjà servi, il date de plus de 48 heures, l’abonnement a pris fin, ou une partie du lien manque.',
};

export const confirmationMail = {
  subject: (site: string) => `Confirmez votre abonnement à ${site}`,
  text: (site: string) =>
    `Vous avez demandé à recevoir les nouveaux articles de ${site} par e-mail. Merci de confirmer dans les 48 heures.`,
  submit: 'Confirmer l’abonnement',
  ignore:
    'Si ce n’était pas vous, ignorez cet e-mail. Vous ne serez pas abonné(e), et votre adresse sera supprimée.',
  reason: (url: string) =>
    `Vous recevez cet e-mail parce que cette adresse a été saisie dans le formulaire sur ${url}`,
};

export const alreadySubscribedMail = {
  subject: (site: string) => `Vous êtes déjà abonné(e) à ${site}`,
  text: (site: string) =>
    `Vous avez demandé à recevoir les nouveaux articles de ${site} par e-mail. Cette adresse est déjà abonnée : rien n’a changé.`,
  submit: 'Modifier ou arrêter l’abonnement',
};
