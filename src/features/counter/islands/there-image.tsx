const journey = 255;

/** A color of the theme, lightly on its paper. */
const mix = (color: 'accent' | 'ink', percent: number): string =>
  `color-mix(in srgb, var(--${color}) ${percent}%, var(--paper))`;

/** The sun rises with the count, and is fully up at the last message. */
export function ThereImage({ counter, title, sign }: { counter: number; title: string; sign: string }) {
  const climbed = Math.min(counter, journey) / journey;
  return (
    <svg className="there-image" viewBox="0 0 640 360" role="img" aria-labelledby="there-image-title">
      <title id="there-image-title">{title}</title>
      <rect fill={mix('accent', 10)} width="640" height="360" />
      <circle className="sun" fill="var(--accent)" cx="410" cy={196 - 128 * climbed} r="46" />
      <path fill={mix('ink', 18)} d="M0 214q90-58 190-24t180-14 150 6 120-18v196H0z" />
      <path fill={mix('ink', 32)} d="M0 256q120-50 250-18t230-10 160-6v138H0z" />
      <path fill={mix('ink', 50)} d="M0 300q150-44 330-12t310-18v90H0z" />
      <path
        fill="var(--paper)"
        opacity="0.85"
        d="M250 360q66-36 128-50t34-34-58-24 40-26q-26 14-2 22 66 20 50 44t-80 40-62 28z"
      />
      <g fill="var(--ink)">
        <rect x="150" y="150" width="12" height="164" rx="3" />
        <path
          fill="var(--paper)"
          stroke="var(--ink)"
          strokeWidth="4"
          strokeLinejoin="round"
          d="M100 160h140l30 27-30 27H100z"
        />
        <text x="118" y="196" fontSize="26" fontWeight="700" letterSpacing="1.6">
          {sign}
        </text>
      </g>
      <g fill="none" stroke="var(--ink-soft)" strokeWidth="3" strokeLinecap="round">
        <path d="M470 92q10-12 20 0 10-12 20 0" />
        <path d="M528 120q7-9 14 0 7-9 14 0" />
      </g>
    </svg>
  );
}
