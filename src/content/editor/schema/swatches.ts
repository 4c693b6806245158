/** The presets of the color popups. */
export const swatches: readonly (readonly { name: string; value: string }[])[] = [
  [
    { name: 'Red', value: '#b60205' },
    { name: 'Orange', value: '#d93f0b' },
    { name: 'Yellow', value: '#fbca04' },
    { name: 'Green', value: '#0e8a16' },
    { name: 'Teal', value: '#006b75' },
    { name: 'Blue', value: '#1d76db' },
    { name: 'Dark blue', value: '#0052cc' },
    { name: 'Purple', value: '#5319e7' },
  ],
  [
    { name: 'Pale red', value: '#e99695' },
    { name: 'Pale orange', value: '#f9d0c4' },
    { name: 'Pale yellow', value: '#fef2c0' },
    { name: 'Pale green', value: '#c2e0c6' },
    { name: 'Pale teal', value: '#bfdadc' },
    { name: 'Pale blue', value: '#c5def5' },
    { name: 'Gray blue', value: '#bfd4f2' },
    { name: 'Pale purple', value: '#d4c5f9' },
  ],
];
