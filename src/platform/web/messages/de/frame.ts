export * from '../en/frame.ts';

export const skipToContent = 'Zum Inhalt springen';
export const passkeysOtherUrl = (siteUrl: string) =>
  `Passkeys dieser Website funktionieren nur unter ${siteUrl}.`;
export const colorScheme = 'Farbschema';
export const schemeAuto = 'Automatisch';
export const schemeLight = 'Hell';
export const schemeDark = 'Dunkel';
