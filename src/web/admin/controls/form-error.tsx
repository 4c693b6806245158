/** Why something was refused, told as soon as it is known. */
export function Refusal({ words }: { words: string | null }) {
  return (
    words && (
      <p className="error" role="alert">
        {words}
      </p>
    )
  );
}
