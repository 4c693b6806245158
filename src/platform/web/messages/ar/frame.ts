export * from '../en/frame.ts';

export const skipToContent = 'انتقل إلى المحتوى';
export const passkeysOtherUrl = (siteUrl: string) => `لا تعمل مفاتيح مرور هذا الموقع إلا على ${siteUrl}.`;
export const colorScheme = 'الألوان';
export const schemeAuto = 'تلقائي';
export const schemeLight = 'فاتح';
export const schemeDark = 'داكن';
