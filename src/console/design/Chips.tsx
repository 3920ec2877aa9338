// Links beside each other of which one is where the person is.
export type Chip = Readonly<{ href: string; label: string; isCurrent: boolean }>;

export function Chips({ label, chips }: Readonly<{ label: string; chips: readonly Chip[] }>) {
  return (
    <nav aria-label={label}>
      <ul class="chips">
        {chips.map(({ href, label: text, isCurrent }) => (
          <li>
            <a href={href} aria-current={isCurrent ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
