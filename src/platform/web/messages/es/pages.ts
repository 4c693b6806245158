import { plural } from '../plural.ts';

export * from '../en/pages.ts';

const form = plural('es');
const number = (value: number) => value.toLocaleString('es');

export const searchSite = 'Buscar en este sitio';
export const searchLink = 'buscar';
export const adminLink = 'administración';
export const loginLink = 'entrar';
export const lostPassword = '¿Has perdido la contraseña? Ejecuta {command} en el servidor.';
export const announcement = 'Anuncio';
export const dismiss = 'Ocultar';
export const voteCounted = 'Tu voto se ha contado.';

export const menu = 'Menú';
export const places = {
  home: 'Inicio',
  archive: 'Archivo',
  topics: 'Temas',
  feed: 'fuente',
  search: 'Buscar',
  there: 'allí',
};
export const categories = 'Categorías';
export const noTopics = 'Todavía no hay temas.';
export const pages = 'Páginas';
export const pageOf = (page: string, pages: string) => `Página ${page} de ${pages}`;
export const firstPage = 'Primera página';
export const previousPage = 'Página anterior';
export const nextPage = 'Página siguiente';
export const lastPage = 'Última página';
export const partOf = (part: number, total: number): string => `Parte ${part} de ${total}`;
export const otherPosts = 'Entrada anterior y siguiente';
export const previousPost = 'Anterior';
export const nextPost = 'Siguiente';

export const noPosts = 'De momento no hay entradas públicas.';
export const checkAgain = 'Vuelve a pasarte en otro momento.';
export const beingSetUp = {
  title: 'Este blog se está preparando.',
  advice:
    'Si es tuyo, abre el enlace que el servidor ha mostrado en su terminal, o ejecuta {command} para obtener uno nuevo.',
};
export const category = 'Categoría';
export const tag = 'Etiqueta';
export const clearFilter = '[ver todo]';
export const postCount = (count: number) =>
  form(count, { one: `${number(count)} entrada`, other: `${number(count)} entradas` });
export const layout = 'Presentación';
export const layouts = { full: 'completa', compact: 'compacta' };

export const alsoIn = 'También en:';
export const readingTime = (minutes: number) => `${number(minutes)} min de lectura`;
export const inactive = 'Inactiva';
export const onlyVisibleToYou = 'Solo tú puedes ver esta entrada.';
export const preview = 'Vista previa';
export const previewTitle = (title: string) => `Vista previa: ${title}`;
export const typedPreviewNotice = 'Esto es lo que has escrito. Aún no está guardado.';
export const editLink = 'editar';
export const previewNotice = 'Esta entrada aún no es pública. Guárdate el enlace, por favor.';
export const previewInvitation = 'Esta entrada aún no es pública. Puedes comentarla debajo del texto.';
export const remarks = {
  title: 'Tus observaciones',
  intro: 'Se pide tu opinión. Solo quien escribe el texto y quienes tienen este enlace ven lo que escribes.',
  paragraph: 'Párrafo',
  wholeText: 'Todo el texto',
  passage: 'Pasaje (opcional)',
  remark: 'Observación',
  wording: 'Otra redacción (opcional)',
  send: 'Enviar',
  sent: 'Gracias. Tu observación ha llegado.',
  answer: 'Respuesta',
  resolved: 'Resuelta',
  mark: 'Comentar este pasaje',
  empty: 'Escribe una observación u otra redacción, por favor.',
  full: 'Ya hay demasiadas observaciones. Avisa a quien escribe el texto, por favor.',
};
export const relatedPosts = (category: string) => `Más de ${category}`;
export const share = 'Compartir';
export const linkCopied = 'Enlace copiado';

export const contents = 'Índice';
export const headingLink = (heading: string) => `Enlace a ${heading}`;
export const table = 'Tabla';
export const details = 'Detalles';
export const callouts = {
  note: 'Nota',
  tip: 'Consejo',
  important: 'Importante',
  warning: 'Advertencia',
  caution: 'Precaución',
};
export const taskDone = 'Tarea terminada';
export const taskOpen = 'Tarea pendiente';
export const footnotes = 'Notas al pie';
export const footnote = (number: number) => `Nota ${number}`;
export const backToText = (number: number) => `Volver al texto de la nota ${number}`;
export const largeImage = (alt: string) => (alt ? `Imagen grande: ${alt}` : 'Imagen grande');
export const playerHint = (host: string) => `Reproducir aquí: carga ${host}`;
export const players = { audio: 'Audio', video: 'Vídeo' };
export const invalidFormula = 'Esta fórmula contiene un error.';
export const longFormula = 'Esta fórmula es demasiado larga para mostrarla.';

export const comments = 'Comentarios';
export const mentions = 'Menciones';
export const reply = 'Responder';
export const replyTo = (name: string) => `Responder a ${name}`;
export const via = (origin: string) => `vía ${origin}`;
export const fediverse = 'fediverso';
export const commentEdited = 'editado';
export const morePeople = (count: number) => `${count.toLocaleString('es')} más`;
export const mentionLines = {
  yes: 'Asistirá.',
  no: 'No asistirá.',
  maybe: 'Quizá asista.',
  interested: 'Le interesa.',
  bookmark: 'Guardó esta entrada en marcadores.',
};
export const reactions = (likes: number, reposts: number) =>
  `${[
    likes > 0 && `${number(likes)} me gusta`,
    reposts > 0 && form(reposts, { one: '1 republicación', other: `${number(reposts)} republicaciones` }),
  ]
    .filter(Boolean)
    .join(' y ')} en otros sitios`;
export const ownerTools = {
  edit: 'editar',
  unapprove: 'retirar la aprobación',
  delete: 'eliminar',
  save: 'Guardar',
  cancel: 'Cancelar',
  text: (name: string) => `Comentario de ${name}`,
  confirmDelete: (name: string) => `¿Eliminar este comentario de ${name}?`,
  confirm: 'Eliminar',
};
export const ownComment = {
  waiting: 'pendiente de aprobación',
  withdraw: 'retirar',
  confirmWithdraw: '¿Retirar este comentario? Se borrará su texto.',
  confirm: 'Retirar',
};
export const parentGone =
  'El comentario al que respondes ya no está. Cancela la respuesta para enviar tu texto como comentario nuevo.';
export const formSentBefore =
  'Este formulario ya se envió. Para enviar tu texto como otro comentario, pulsa «Enviar» de nuevo.';
export const authorUrlInvalid =
  'El sitio web debe ser una dirección como https://example.org. También puedes dejarlo vacío.';
export const commentPages = 'Páginas de comentarios';
export const commentTooLong = (max: number) =>
  `Error: un comentario puede tener como máximo ${number(max)} caracteres.`;
export const nameTooLong = (max: number) => `Un nombre puede tener como máximo ${number(max)} caracteres.`;
export const nameOfAuthor = 'Un autor de este sitio tiene ese nombre. Elige otro, por favor.';
export const nameReserved = 'El nombre «Admin» está reservado. Elige otro, por favor.';
export const voteRateLimited =
  'Has votado mucho en el último minuto. Espera un momento e inténtalo de nuevo.';
export const commentsOverloaded =
  'Ahora mismo se están enviando muchísimos comentarios. Guarda tu texto e inténtalo más tarde.';
export const commentHoneypotFilled =
  'Parece que lo ha enviado un robot. Deja vacío el campo «website», por favor.';
export const commentRateLimited =
  'Has enviado muchos comentarios en los últimos minutos. Espera unos minutos e inténtalo de nuevo.';

export const notFound = {
  title: 'No encontrado',
  heading: 'Aquí no hay nada.',
  text: 'La entrada que buscas se movió, cambió de nombre o nunca se escribió. Le pasa a las mejores.',
};
export const gone = {
  title: 'Desaparecida',
  heading: 'Esta entrada ya no existe.',
  text: 'Estuvo aquí, y quien la escribió la retiró para siempre. Quedan otras.',
};
export const failed = { title: 'Algo ha salido mal', heading: 'Eso no ha funcionado.', mark: 'Oh.' };
export const backHome = 'Volver a la página de inicio';
export const search = 'Buscar';
export const searchFor = 'Buscar';
export const searchOf = (name: string) => `Buscar en ${name}`;
export const noResults = (query: string) =>
  `No hay entradas para «${query}». Prueba con menos palabras o más cortas.`;
export const results = (count: number, query: string) => `${postCount(count)} para «${query}»`;
export const feedOf = (name: string) => `Fuente de ${name}`;
export const feedExplained =
  'Esto es una fuente web. Pega su dirección en un lector de fuentes para recibir las entradas nuevas: sin cuenta, sin correo, sin algoritmo.';
export const feedUrl = 'Dirección de la fuente';
export const otherFormats = 'Otros formatos:';
export const recentPosts = 'Entradas recientes';
export const noPostsYet = 'Aún no hay entradas.';
export const counterTitle = 'Allí';
export const counterDescription = 'Un contador. Sube, baja y tiene algo que decir.';
export const counterImage = 'Un poste indicador junto a un camino con curvas; tras las colinas sale el sol';
export const counterSign = 'ALLÍ';
export const siteOverloaded = 'El sitio está muy ocupado ahora mismo. Inténtalo de nuevo en unos segundos.';

export const passkeyRateLimited =
  'Ha habido demasiados intentos de inicio de sesión en los últimos minutos. Espera unos minutos e inténtalo de nuevo.';

export const aboutAuthor = (name: string) => `Sobre ${name}`;

export const defaultDescription = 'Un blog personal. No está mal.';
export const defaultThanks = 'Gracias por tu visita. No ha estado mal tenerte por aquí.';
export const firstPost = {
  title: 'Una primera entrada',
  text: 'Las primeras líneas son las más difíciles. Después llegan los {links}, las imágenes y, tarde o temprano, los lectores.',
  links: 'enlaces',
};
