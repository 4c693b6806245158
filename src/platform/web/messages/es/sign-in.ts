export * from '../en/sign-in.ts';

export const login = 'Iniciar sesión';
export const username = 'Nombre de usuario';
export const password = 'Contraseña';
export const cancel = 'Cancelar';
export const incorrectPassword = 'contraseña incorrecta';
export const loginNeedsJavaScript = 'Activa JavaScript para iniciar sesión, por favor.';
export const signInWithPasskey = 'Iniciar sesión con una clave de acceso';
export const passkeyRejected = 'Esta clave de acceso no ha sido aceptada. Inténtalo de nuevo.';
export const secondFactorRejected =
  'No ha sido aceptado, o ha tardado demasiado. Inténtalo de nuevo o vuelve a empezar.';
export const secondFactorNeeded = 'Tu contraseña es correcta. Ahora usa tu clave de acceso.';
export const usePasskey = 'Usar mi clave de acceso';
export const startOver = 'Volver a empezar';
export const passkeyLost = 'No puedo usar mi clave de acceso';
export const recoveryCode = 'Código de recuperación';
export const useRecoveryCode = 'Usar este código';
export const passkeysNeedHttps =
  'Las claves de acceso necesitan https, pero esta página se ha abierto sin él.';
export const passkeysNotSupported = 'Este navegador no admite claves de acceso.';
export const passkeyExists = 'Este dispositivo ya tiene una clave de acceso para este sitio.';
export const passkeyWrongSite = 'Las claves de acceso de este sitio no funcionan en esta dirección.';
export const passkeyCanceled =
  'No se ha usado ninguna clave de acceso: la solicitud se canceló o caducó, o este dispositivo no tiene ninguna para este sitio.';
export const passkeyFailed = 'La clave de acceso no ha funcionado. Inténtalo de nuevo.';
