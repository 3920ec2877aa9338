// Links beside each other: where the person is among several places, or what is filtered, which each of them removes.
import { wholeNumber } from '../../messages/formats.js';

/** `count`: how many it leads to. `removes`: leads to the page without it. */
export type Chip = Readonly<{ href: string; label: string; isCurrent?: boolean; count?: number; removes?: true }>;

export function Chips({ label, chips }: Readonly<{ label: string; chips: readonly Chip[] }>) {
  return (
    <nav aria-label={label}>
      <ul class="chips">
        {chips.map(({ href, label: text, isCurrent, count, removes }) => (
          <li class={removes && 'removable'}>
            <a
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              aria-label={removes && `Remover o filtro ${text}`}
            >
              {text}
              {count !== undefined && <small> {wholeNumber(count)}</small>}
              {removes && ' ×'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
