export * from '../en/newsletter.ts';

export const newsletterMail = {
  byline: (author: string) => `por ${author}`,
  readOnSite: 'Leer esta entrada en el sitio',
  comment: 'Comentar esta entrada',
  answerByMail: 'También puedes responder a este correo: tu texto será un comentario cuando se apruebe.',
  readOn: 'Seguir leyendo',
  cut: 'El resto de esta entrada está en el sitio.',
  image: (alt: string) => (alt ? `Imagen: ${alt}` : 'Imagen'),
  video: 'Ver el vídeo en el sitio',
  audio: 'Escuchar la grabación en el sitio',
  footnotes: 'Notas',
  week: 'Entradas de la semana',
  weekSubject: (site: string) => `${site}: entradas de la semana`,
  reason: (site: string) => `Recibes este correo porque te suscribiste a ${site}.`,
  change: 'Cambiar la suscripción o darse de baja',
};
