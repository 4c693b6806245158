export * from '../en/commenter-mail.ts';

export const commenterMail = {
  addressInvalid: 'Saisissez une adresse e-mail valide ou décochez « M’avertir par e-mail ».',
  confirm: {
    subject: (site: string) => `Confirmez votre adresse e-mail pour ${site}`,
    text: (site: string) =>
      `Vous avez commenté sur ${site} et demandé à être averti par e-mail. Confirmez que cette adresse est la vôtre.`,
    what: 'Vous recevrez alors un e-mail quand votre commentaire sera approuvé et quand il recevra des réponses. Chaque e-mail contient un lien pour tout arrêter.',
    button: 'Confirmer',
    reason:
      'Si vous n’avez rien demandé, ignorez cet e-mail. Vous n’en recevrez pas d’autre et l’adresse sera supprimée après 48 heures.',
    title: 'Confirmer votre adresse e-mail',
    done: 'Merci, votre adresse est confirmée. Vous recevrez un e-mail quand votre commentaire sera approuvé et quand il recevra des réponses.',
    invalid:
      'Ce lien ne fonctionne plus : il a déjà servi ou date de plus de 48 heures. Si vous avez confirmé votre adresse, il n’y a plus rien à faire.',
  },
  approved: (title: string) => `Votre commentaire sur « ${title} » a été approuvé`,
  reply: {
    one: (name: string, title: string) => `${name} a répondu sous votre commentaire sur « ${title} »`,
    many: (count: number, title: string) => `${count} réponses sous votre commentaire sur « ${title} »`,
    more: (count: number) => (count === 1 ? 'Et une autre.' : `Et ${count} autres.`),
  },
  readButton: 'Lire sur le site',
  reason: (site: string) =>
    `Vous recevez cet e-mail parce que vous l’avez demandé en commentant sur ${site}.`,
  stopLink: 'Arrêter ces e-mails et supprimer mon adresse',
  stop: {
    title: 'Arrêter les e-mails sur les commentaires',
    text: (site: string) =>
      `Vous ne recevrez plus d’e-mails sur vos commentaires sur ${site} et votre adresse sera supprimée.`,
    button: 'Arrêter et supprimer mon adresse',
    done: 'Votre adresse est supprimée. Vous ne recevrez plus d’e-mails sur vos commentaires.',
  },
};
