/** The icons of the site, drawn from one SVG. */
export { iconPng, iconSvg } from '../../media/icons.ts';
