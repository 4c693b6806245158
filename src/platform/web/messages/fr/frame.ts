export * from '../en/frame.ts';

export const skipToContent = 'Aller au contenu';
export const passkeysOtherUrl = (siteUrl: string) =>
  `Les clés d’accès de ce site ne fonctionnent qu’à l’adresse ${siteUrl}.`;
export const colorScheme = 'Couleurs';
export const schemeAuto = 'Automatique';
export const schemeLight = 'Clair';
export const schemeDark = 'Sombre';
