export * from '../en/frame.ts';

export const skipToContent = '本文へ移動';
export const passkeysOtherUrl = (siteUrl: string) => `このサイトのパスキーは ${siteUrl} でのみ使えます。`;
export const colorScheme = '配色';
export const schemeAuto = '自動';
export const schemeLight = 'ライト';
export const schemeDark = 'ダーク';
