export * from '../en/islands.ts';

export const continueReading = 'Lire l’article en entier…';
export const directLink = 'Lien direct';
export const loadMore = 'en voir plus…';
export const loading = 'Chargement';

export const untitled = 'Sans titre';
export const revised = 'Mis à jour le';
export const tags = 'Étiquettes';
export const images = 'Images';
export const imagesOf = (title: string) => `Images de ${title}`;
export const imageOf = (number: number, count: number, title: string) =>
  `Image ${number} sur ${count} : ${title}`;
export const close = 'Fermer';
export const previousImage = 'Image précédente';
export const nextImage = 'Image suivante';

export const notTerrible = 'Pas si mal';
export const thisIsTerrible = 'C’est affreux';
export const votedPreviously = 'Déjà voté';
export const comment = 'Commentaire';
export const commentCount = (count: number) => `Commentaires (${count})`;
export const commentsClosed = 'Les commentaires sont fermés.';
export const leaveComment = 'Laisser un commentaire';
export const noComments = 'Aucun commentaire pour l’instant. Et si vous étiez le premier ?';
export const commentsLoading = 'Chargement des commentaires…';
export const inReplyTo = (name: string) => `En réponse à ${name}`;
export const cancelReply = 'Annuler la réponse';
export const commentPublished = 'Merci pour votre commentaire. Il est publié.';
export const allComments = 'Tous les commentaires';
export const name = 'Nom';
export const website = 'Site web (facultatif)';
export const email = 'E-mail (jamais affiché)';
export const tellMe = 'M’avertir par e-mail';
export const anonymous = 'Anonyme';
export const commentPlaceholder = 'Merci de laisser un commentaire utile et courtois.';
export const submit = 'Envoyer';
export const commentThanks = 'Merci pour votre commentaire. Il paraîtra dès qu’il aura été approuvé.';
export const commentTooShort = 'Erreur : un commentaire devrait avoir un peu plus de contenu.';

export const serverError = 'Erreur du serveur – le serveur REST est-il démarré ?';
export const serverAway =
  'Le serveur ne répond pas pour le moment. Ce que vous avez écrit reste ici : veuillez réessayer dans un moment.';
export const byline = (name: string) => `par ${name}`;
