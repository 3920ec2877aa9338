// Bars side by side, of parts on top of each other, with a line over them: SVG with classes, as the policy refuses styles.
import { scaleBand, scaleLinear } from 'd3-scale';
import { line, stack } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import { wholeNumber } from '../../messages/formats.js';

/** `values`: by the name of its part. `line`: how high the line is; null where there is none. */
export type Bar = Readonly<{ values: Readonly<Record<string, number>>; line?: number | null }>;

/** What is around the bars of a chart that is read number by number. */
type Axes = Readonly<{
  /** Under each bar. */
  labels: readonly string[];
  /** Whose label stands out. */
  here: number;
  ticks: readonly number[];
  /** Bars with a line after them. */
  marks: readonly number[];
  below: string;
}>;

type Props = Readonly<{
  /** Read by screen readers. */
  label: string;
  bars: readonly Bar[];
  /** From below, by their tones. */
  parts: readonly string[];
  most: number;
  step: number;
  height: number;
  axes?: Axes;
  id?: string;
  /** Below it: keys, and the same numbers as a table. */
  children: ComponentChildren;
}>;

const GAP = 0.25;
const [LEFT, TOP, RIGHT, BELOW] = [44, 12, 12, 36];
/** A part that is not nothing is seen. */
const LEAST = 2;

export function Chart({ label, bars, parts, most, step, height, axes, id, children }: Props) {
  const [left, top, right, below] = axes === undefined ? [0, 0, 0, 0] : [LEFT, TOP, RIGHT, BELOW];
  const width = left + bars.length * step;
  const x = scaleBand<number>([...bars.keys()], [left, width - GAP * step]).paddingInner(GAP);
  const y = scaleLinear([0, most], [top + height, top]);
  const middle = (at: number): number => (x(at) ?? 0) + x.bandwidth() / 2;
  const stacked = stack<Bar>()
    .keys(parts)
    .value(({ values }, part) => values[part] ?? 0)([...bars]);
  const lineOf = line<Bar>(
    (_, at) => middle(at),
    (bar) => y(bar.line ?? 0),
  ).defined((bar) => typeof bar.line === 'number');
  return (
    <figure class="chart" id={id}>
      <svg
        viewBox={`0 0 ${width + right} ${top + height + below}`}
        width={width + right}
        height={top + height + below}
        role="img"
        aria-label={label}
      >
        {axes === undefined ? (
          <line class="grid" x2={width} y1={height} y2={height} />
        ) : (
          <Around {...{ axes, width, y, middle }} end={(at) => middle(at) + step / 2} />
        )}
        {stacked.map((part) =>
          part.map(([from, to], at) => {
            const tall = to === from ? 0 : Math.max(LEAST, Math.round(y(from) - y(to)));
            const upper = Math.max(top, Math.round(y(from)) - tall);
            return tall === 0 ? null : (
              <rect class={part.key} x={x(at)} y={upper} width={x.bandwidth()} height={tall} />
            );
          }),
        )}
        <path class="line" d={lineOf([...bars]) ?? ''} />
      </svg>
      {children}
    </figure>
  );
}

type AroundProps = Readonly<{
  axes: Axes;
  width: number;
  y(value: number): number;
  middle(at: number): number;
  end(at: number): number;
}>;

function Around({ axes: { labels, here, ticks, marks, below }, width, y, middle, end }: AroundProps) {
  const ground = y(0);
  return (
    <>
      {ticks.map((value) => (
        <g>
          <line class="grid" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text class="scale" x={LEFT - 6} y={y(value) + 4}>
            {wholeNumber(value)}
          </text>
        </g>
      ))}
      {labels.map((text, at) => (
        <text font-weight={at === here ? 600 : undefined} x={middle(at)} y={ground + 16}>
          {text}
        </text>
      ))}
      {marks.map((at) => (
        <line class="mark" x1={end(at)} x2={end(at)} y1={TOP} y2={ground} />
      ))}
      <text x={(LEFT + width) / 2} y={ground + 32}>
        {below}
      </text>
    </>
  );
}

/** What a look in a chart means: attributes of its square, or a kind of line. */
export function Key({
  look,
  children,
}: Readonly<{ look: object | 'line' | 'mark'; children: ComponentChildren }>) {
  return (
    <span class="chart">
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        {typeof look === 'string' ? (
          <line class={look} x2="12" y1="6" y2="6" />
        ) : (
          <rect {...look} y="1" width="10" height="10" />
        )}
      </svg>
      {children}
    </span>
  );
}
