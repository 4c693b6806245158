import { plural } from '../plural.ts';

export * from '../en/pages.ts';

const form = plural('fr');
const number = (value: number) => value.toLocaleString('fr');

export const searchSite = 'Rechercher sur ce site';
export const searchLink = 'recherche';
export const adminLink = 'administration';
export const loginLink = 'connexion';
export const lostPassword = 'Mot de passe perdu ? Exécutez {command} sur le serveur.';
export const announcement = 'Annonce';
export const dismiss = 'Masquer';
export const voteCounted = 'Votre vote a été compté.';

export const menu = 'Menu';
export const places = {
  home: 'Accueil',
  archive: 'Archives',
  topics: 'Thèmes',
  feed: 'flux',
  search: 'Rechercher',
  there: 'là-bas',
};
export const categories = 'Catégories';
export const noTopics = 'Il n’y a pas encore de thèmes.';
export const pages = 'Pages';
export const pageOf = (page: string, pages: string) => `Page ${page} sur ${pages}`;
export const firstPage = 'Première page';
export const previousPage = 'Page précédente';
export const nextPage = 'Page suivante';
export const lastPage = 'Dernière page';
export const partOf = (part: number, total: number): string => `Partie ${part} sur ${total}`;
export const otherPosts = 'Article précédent et article suivant';
export const previousPost = 'Précédent';
export const nextPost = 'Suivant';

export const noPosts = 'Il n’y a aucun article à lire pour le moment.';
export const checkAgain = 'Revenez donc une autre fois.';
export const beingSetUp = {
  title: 'Ce blog est en cours d’installation.',
  advice:
    'S’il est à vous, ouvrez le lien que le serveur a affiché dans son terminal, ou exécutez {command} pour en obtenir un nouveau.',
};
export const category = 'Catégorie';
export const tag = 'Étiquette';
export const clearFilter = '[tout afficher]';
export const postCount = (count: number) =>
  form(count, { one: `${number(count)} article`, other: `${number(count)} articles` });
export const layout = 'Présentation';
export const layouts = { full: 'complète', compact: 'compacte' };

export const alsoIn = 'Aussi en :';
export const readingTime = (minutes: number) => `${number(minutes)} min de lecture`;
export const inactive = 'Inactif';
export const onlyVisibleToYou = 'Vous seul pouvez voir cet article.';
export const preview = 'Aperçu';
export const previewTitle = (title: string) => `Aperçu : ${title}`;
export const typedPreviewNotice = 'Voici ce que vous avez écrit. Ce n’est pas encore enregistré.';
export const editLink = 'modifier';
export const previewNotice = 'Cet article n’est pas encore public. Merci de garder ce lien pour vous.';
export const previewInvitation =
  'Cet article n’est pas encore public. Vous pouvez le commenter sous le texte.';
export const remarks = {
  title: 'Vos remarques',
  intro:
    'Votre avis est demandé. Seules la personne qui écrit et celles qui ont ce lien voient vos remarques.',
  paragraph: 'Paragraphe',
  wholeText: 'Tout le texte',
  passage: 'Passage (facultatif)',
  remark: 'Remarque',
  wording: 'Autre formulation (facultatif)',
  send: 'Envoyer',
  sent: 'Merci. Votre remarque est bien arrivée.',
  answer: 'Réponse',
  resolved: 'Réglée',
  mark: 'Commenter ce passage',
  empty: 'Veuillez écrire une remarque ou une autre formulation.',
  full: 'Il y a déjà trop de remarques. Merci de prévenir la personne qui écrit.',
};
export const relatedPosts = (category: string) => `Autres articles : ${category}`;
export const share = 'Partager';
export const linkCopied = 'Lien copié';

export const contents = 'Sommaire';
export const headingLink = (heading: string) => `Lien vers ${heading}`;
export const table = 'Tableau';
export const details = 'Détails';
export const callouts = {
  note: 'Remarque',
  tip: 'Conseil',
  important: 'Important',
  warning: 'Avertissement',
  caution: 'Prudence',
};
export const taskDone = 'Tâche terminée';
export const taskOpen = 'Tâche à faire';
export const footnotes = 'Notes de bas de page';
export const footnote = (number: number) => `Note ${number}`;
export const backToText = (number: number) => `Retour au texte de la note ${number}`;
export const largeImage = (alt: string) => (alt ? `Grande image : ${alt}` : 'Grande image');
export const playerHint = (host: string) => `Lire ici : charge ${host}`;
export const players = { audio: 'Audio', video: 'Vidéo' };
export const invalidFormula = 'Cette formule contient une erreur.';
export const longFormula = 'Cette formule est trop longue pour être affichée.';

export const comments = 'Commentaires';
export const mentions = 'Mentions';
export const reply = 'Répondre';
export const replyTo = (name: string) => `Répondre à ${name}`;
export const via = (origin: string) => `via ${origin}`;
export const fediverse = 'fédivers';
export const commentEdited = 'modifié';
export const morePeople = (count: number) =>
  count === 1 ? '1 autre' : `${count.toLocaleString('fr')} autres`;
export const mentionLines = {
  yes: 'Participe.',
  no: 'Ne participe pas.',
  maybe: 'Participe peut-être.',
  interested: 'Est intéressé.',
  bookmark: 'A mis cet article en favori.',
};
export const reactions = (likes: number, reposts: number) =>
  `${[
    likes > 0 && form(likes, { one: `${number(likes)} j’aime`, other: `${number(likes)} j’aime` }),
    reposts > 0 && form(reposts, { one: `${number(reposts)} partage`, other: `${number(reposts)} partages` }),
  ]
    .filter(Boolean)
    .join(' et ')} ailleurs`;
export const ownerTools = {
  edit: 'modifier',
  unapprove: 'retirer l’approbation',
  delete: 'supprimer',
  save: 'Enregistrer',
  cancel: 'Annuler',
  text: (name: string) => `Commentaire de ${name}`,
  confirmDelete: (name: string) => `Supprimer ce commentaire de ${name} ?`,
  confirm: 'Supprimer',
};
export const ownComment = {
  waiting: 'en attente d’approbation',
  withdraw: 'retirer',
  confirmWithdraw: 'Retirer ce commentaire ? Son texte sera supprimé.',
  confirm: 'Retirer',
};
export const parentGone =
  'Le commentaire auquel vous répondez n’existe plus. Annulez la réponse pour envoyer votre texte comme nouveau commentaire.';
export const formSentBefore =
  'Ce formulaire a déjà été envoyé. Pour envoyer votre texte comme un autre commentaire, appuyez encore une fois sur « Envoyer ».';
export const authorUrlInvalid =
  'Le site web doit être une adresse comme https://example.org. Vous pouvez aussi laisser ce champ vide.';
export const commentPages = 'Pages des commentaires';
export const commentTooLong = (max: number) =>
  `Erreur : un commentaire peut avoir au plus ${number(max)} caractères.`;
export const nameTooLong = (max: number) => `Un nom peut avoir au plus ${number(max)} caractères.`;
export const nameOfAuthor = 'Ce nom est celui d’un auteur de ce site. Veuillez en choisir un autre.';
export const nameReserved = 'Le nom « Admin » est réservé. Veuillez en choisir un autre.';
export const voteRateLimited =
  'Vous avez beaucoup voté ces dernières secondes. Veuillez patienter un instant, puis réessayer.';
export const commentsOverloaded =
  'De très nombreux commentaires arrivent en ce moment. Conservez votre texte et réessayez plus tard.';
export const commentHoneypotFilled =
  'Cela ressemble à un envoi automatique. Veuillez laisser le champ « website » vide.';
export const commentRateLimited =
  'Vous avez envoyé beaucoup de commentaires ces dernières minutes. Veuillez patienter quelques minutes, puis réessayer.';

export const notFound = {
  title: 'Introuvable',
  heading: 'Il n’y a rien ici.',
  text: 'L’article que vous cherchez a été déplacé, renommé ou n’a jamais été écrit. Cela arrive aux meilleurs.',
};
export const gone = {
  title: 'Disparu',
  heading: 'Cet article n’existe plus.',
  text: 'Il était ici autrefois, et son auteur l’a retiré pour de bon. Il en reste d’autres.',
};
export const failed = { title: 'Un problème est survenu', heading: 'Cela n’a pas marché.', mark: 'Oh.' };
export const backHome = 'Retour à la page d’accueil';
export const search = 'Rechercher';
export const searchFor = 'Rechercher';
export const searchOf = (name: string) => `Rechercher sur ${name}`;
export const noResults = (query: string) =>
  `Aucun article trouvé pour « ${query} ». Essayez des mots plus courts ou moins nombreux.`;
export const results = (count: number, query: string) => `${postCount(count)} pour « ${query} »`;
export const feedOf = (name: string) => `Flux de ${name}`;
export const feedExplained =
  'Ceci est un flux web. Collez son adresse dans un lecteur de flux pour recevoir les nouveaux articles : sans compte, sans e-mail, sans algorithme.';
export const feedUrl = 'Adresse du flux';
export const otherFormats = 'Autres formats :';
export const recentPosts = 'Articles récents';
export const noPostsYet = 'Aucun article pour l’instant.';
export const counterTitle = 'Là-bas';
export const counterDescription = 'Un compteur. Il monte, il descend, et il a des choses à dire.';
export const counterImage =
  'Un panneau au bord d’une route sinueuse ; derrière les collines, le soleil se lève';
export const counterSign = 'LÀ-BAS';
export const siteOverloaded =
  'Le site est très sollicité en ce moment. Veuillez réessayer dans quelques secondes.';

export const passkeyRateLimited =
  'Il y a eu trop de tentatives de connexion ces dernières minutes. Veuillez patienter quelques minutes, puis réessayer.';

export const aboutAuthor = (name: string) => `À propos de ${name}`;

export const defaultDescription = 'Un blog personnel. Pas si mal.';
export const defaultThanks = 'Merci de votre visite. Ce n’était pas si mal de vous avoir ici.';
export const firstPost = {
  title: 'Un premier article',
  text: 'Les premières lignes sont les plus difficiles. Viennent ensuite les {links}, les images et, tôt ou tard, les lecteurs.',
  links: 'liens',
};
