export * from '../en/islands.ts';

export const continueReading = 'Seguir leyendo la entrada completa…';
export const directLink = 'Enlace directo';
export const loadMore = 'cargar más…';
export const loading = 'Cargando';

export const untitled = 'Sin título';
export const revised = 'Revisado el';
export const tags = 'Etiquetas';
export const images = 'Imágenes';
export const imagesOf = (title: string) => `Imágenes de ${title}`;
export const imageOf = (number: number, count: number, title: string) =>
  `Imagen ${number} de ${count}: ${title}`;
export const close = 'Cerrar';
export const previousImage = 'Imagen anterior';
export const nextImage = 'Imagen siguiente';

export const notTerrible = 'No está mal';
export const thisIsTerrible = 'Esto es terrible';
export const votedPreviously = 'Ya has votado';
export const comment = 'Comentario';
export const commentCount = (count: number) => `Comentarios (${count})`;
export const commentsClosed = 'Los comentarios están cerrados.';
export const leaveComment = 'Dejar un comentario';
export const noComments = 'Aún no hay comentarios. ¿Escribes el primero?';
export const commentsLoading = 'Cargando comentarios…';
export const inReplyTo = (name: string) => `En respuesta a ${name}`;
export const cancelReply = 'Cancelar la respuesta';
export const commentPublished = 'Gracias por tu comentario. Ya está publicado.';
export const allComments = 'Todos los comentarios';
export const name = 'Nombre';
export const website = 'Sitio web (opcional)';
export const email = 'Correo (nunca se muestra)';
export const tellMe = 'Avísame por correo';
export const anonymous = 'Anónimo';
export const commentPlaceholder = 'Deja un comentario con sentido y educado, por favor.';
export const submit = 'Enviar';
export const commentThanks = 'Gracias por tu comentario. Se publicará cuando sea aprobado.';
export const commentTooShort = 'Error: un comentario debería tener algo más de contenido.';

export const serverError = 'Error del servidor: ¿está en marcha el servidor REST?';
export const serverAway =
  'El servidor no responde en este momento. Lo que has escrito sigue aquí: vuelve a intentarlo dentro de un rato.';
export const byline = (name: string) => `por ${name}`;
