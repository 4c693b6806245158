export * from '../en/subscribe.ts';

export const subscribe = {
  title: 'Suscribirse por correo',
  shortLabel: 'Entradas nuevas por correo',
  address: 'Correo electrónico',
  submit: 'Suscribirse',
  more: 'Elegir categorías o un resumen semanal',
  explained:
    'Las entradas nuevas llegan a tu bandeja de entrada, sin rastreo. Primero confirmas tu dirección, y cada correo tiene un enlace para darte de baja.',
  privacy:
    'Tu dirección se usa solo para estos correos. Se borra cuando te das de baja, o a las 48 horas si no la confirmas.',
  which: 'Qué entradas',
  all: 'Todas las entradas',
  some: 'Solo estas categorías:',
  often: 'Con qué frecuencia',
  atOnce: 'Cada entrada cuando se publica',
  weekly: 'Una vez por semana, todas las entradas nuevas en un correo',
  feed: 'O sigue el feed en un lector de feeds',
  again: 'Volver a suscribirse',
};

export const subscribeErrors = {
  address: 'Esto no es una dirección de correo. Revísala e inténtalo de nuevo.',
  categories: 'Elige al menos una categoría, o todas las entradas.',
  limited: 'Ha habido muchas solicitudes en la última hora. Espera un rato e inténtalo de nuevo.',
};

export const subscribeAsked = {
  title: 'Mira tu bandeja de entrada',
  text: 'Un correo va de camino. Abre su enlace en las próximas 48 horas para confirmar tu suscripción.',
  help: '¿No llega nada después de unos minutos? Mira en la carpeta de spam, comprueba que escribiste bien la dirección, o inténtalo de nuevo en diez minutos.',
};

export const confirmSubscription = {
  title: 'Confirma tu suscripción',
  text: 'Las entradas nuevas se enviarán a {address}.',
  submit: 'Confirmar',
};

export const subscription = {
  title: 'Tu suscripción',
  confirmed: 'Tu suscripción está confirmada.',
  saved: 'Tus cambios se han guardado.',
  text: 'Los correos van a {address}.',
  submit: 'Guardar',
};

export const unsubscribe = {
  title: 'Darse de baja',
  text: '{address} no recibirá más entradas, y la dirección se borrará.',
  submit: 'Darse de baja',
  change: 'Prefiero recibir menos correos',
  done: 'Te has dado de baja',
  doneText: 'Tu dirección se ha borrado. No recibirás más entradas por correo.',
};

export const noSubscription = {
  title: 'Este enlace ya no es válido',
  text: 'Ya se usó, tiene más de 48 horas, la suscripción ha terminado, o falta una parte del enlace.',
};

export const confirmationMail = {
  subject: (site: string) => `Confirma tu suscripción a ${site}`,
  text: (site: string) =>
    `Has pedido recibir las entradas nuevas de ${site} por correo. Confírmalo en las próximas 48 horas.`,
  submit: 'Confirmar la suscripción',
  ignore: 'Si no fuiste tú, ignora este correo. No habrá ninguna suscripción, y tu dirección se borrará.',
  reason: (url: string) => `Recibes este correo porque esta dirección se escribió en el formulario de ${url}`,
};

export const alreadySubscribedMail = {
  subject: (site: string) => `Ya tienes una suscripción a ${site}`,
  text: (site: string) =>
    `Has pedido recibir las entradas nuevas de ${site} por correo. Esta dirección ya está suscrita, así que nada ha cambiado.`,
  submit: 'Cambiar o terminar la suscripción',
};
