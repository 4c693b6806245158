export const titleFonts = ['Title 1', 'Title 2', 'Title 3', 'Title 4', 'Title 5'] as const;
