/** Texts that pages share with the frame of the admin area. */

export const skipToContent = 'Skip to content';
export const passkeysOtherUrl = (siteUrl: string) => `Passkeys of this site only work at ${siteUrl}.`;
export const colorScheme = 'Color scheme';
export const schemeAuto = 'Automatic';
export const schemeLight = 'Light';
export const schemeDark = 'Dark';
