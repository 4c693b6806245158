export * from '../en/frame.ts';

export const skipToContent = 'Saltar al contenido';
export const passkeysOtherUrl = (siteUrl: string) =>
  `Las claves de acceso de este sitio solo funcionan en ${siteUrl}.`;
export const colorScheme = 'Colores';
export const schemeAuto = 'Automático';
export const schemeLight = 'Claro';
export const schemeDark = 'Oscuro';
