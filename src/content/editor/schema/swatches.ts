import { t } from '../../../platform/messages/translate.ts';

/** The presets of the color popups. */
export const swatches: readonly (readonly { name: string; value: string }[])[] = [
  [
    { name: t('Red'), value: '#b60205' },
    { name: t('Orange'), value: '#d93f0b' },
    { name: t('Yellow'), value: '#fbca04' },
    { name: t('Green'), value: '#0e8a16' },
    { name: t('Teal'), value: '#006b75' },
    { name: t('Blue'), value: '#1d76db' },
    { name: t('Dark blue'), value: '#0052cc' },
    { name: t('Purple'), value: '#5319e7' },
  ],
  [
    { name: t('Pale red'), value: '#e99695' },
    { name: t('Pale orange'), value: '#f9d0c4' },
    { name: t('Pale yellow'), value: '#fef2c0' },
    { name: t('Pale green'), value: '#c2e0c6' },
    { name: t('Pale teal'), value: '#bfdadc' },
    { name: t('Pale blue'), value: '#c5def5' },
    { name: t('Gray blue'), value: '#bfd4f2' },
    { name: t('Pale purple'), value: '#d4c5f9' },
  ],
];
