/**
 * Files of deleted images are in this folder, in one of its own for each image. Its random name makes their URLs
 * unguessable in a public bucket; the server itself never serves them.
 */
const prefix = 'bin/';

export const hiddenFolder = (random: string): string => prefix + random;

export const isHidden = (name: string): boolean => name.startsWith(prefix);
