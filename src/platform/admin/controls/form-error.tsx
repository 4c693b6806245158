/** The error of a form, announced by screen readers as soon as it appears. */
export function FormError({ message }: { message: string | null }) {
  return (
    message && (
      <p className="error" role="alert">
        {message}
      </p>
    )
  );
}
