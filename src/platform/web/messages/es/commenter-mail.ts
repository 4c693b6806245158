export * from '../en/commenter-mail.ts';

export const commenterMail = {
  addressInvalid: 'Escribe una dirección de correo válida o desmarca «Avísame por correo».',
  confirm: {
    subject: (site: string) => `Confirma tu dirección de correo para ${site}`,
    text: (site: string) =>
      `Has comentado en ${site} y has pedido que te avisemos por correo. Confirma que esta dirección es tuya.`,
    what: 'Después recibirás un correo cuando se apruebe tu comentario y cuando tenga respuestas. Cada correo lleva un enlace para dejar de recibirlos.',
    button: 'Confirmar',
    reason:
      'Si no lo has pedido, ignora este correo. No recibirás ningún otro y la dirección se borrará al cabo de 48 horas.',
    title: 'Confirmar tu dirección de correo',
    done: 'Gracias, tu dirección está confirmada. Recibirás un correo cuando se apruebe tu comentario y cuando tenga respuestas.',
    invalid:
      'Este enlace ya no funciona: ya se usó o tiene más de 48 horas. Si has confirmado tu dirección, no queda nada por hacer.',
  },
  approved: (title: string) => `Tu comentario en «${title}» se ha aprobado`,
  reply: {
    one: (name: string, title: string) => `${name} ha respondido debajo de tu comentario en «${title}»`,
    many: (count: number, title: string) => `${count} respuestas debajo de tu comentario en «${title}»`,
    more: (count: number) => (count === 1 ? 'Y una más.' : `Y ${count} más.`),
  },
  readButton: 'Leer en el sitio',
  reason: (site: string) => `Recibes este correo porque lo pediste al comentar en ${site}.`,
  stopLink: 'Dejar de recibir estos correos y borrar mi dirección',
  stop: {
    title: 'Dejar de recibir correos sobre comentarios',
    text: (site: string) =>
      `No recibirás más correos sobre tus comentarios en ${site} y tu dirección se borrará.`,
    button: 'Dejar de recibir y borrar mi dirección',
    done: 'Tu dirección se ha borrado. No recibirás más correos sobre tus comentarios.',
  },
};
