// Bars that stick to the top or the bottom of the page. The page's style sheet scrolls what has the focus out from under them.
import { useCallback, useRef } from 'preact/hooks';

type Edge = 'top' | 'bottom';

const bars: Readonly<Record<Edge, Set<HTMLElement>>> = { top: new Set(), bottom: new Set() };

/**
 * Measures a bar as long as it is there. `--bars-top` and `--bars-bottom` are how far the bars of an edge reach into the window.
 *
 * @returns the `ref` of the bar
 */
export function useBar(edge: Edge): (bar: HTMLElement | null) => void {
  const end = useRef(() => {});
  return useCallback(
    (bar) => {
      end.current();
      if (bar === null) return;
      const sizes = new ResizeObserver(() => measure(edge));
      bars[edge].add(bar);
      sizes.observe(bar);
      end.current = () => {
        end.current = () => {};
        sizes.disconnect();
        bars[edge].delete(bar);
        measure(edge);
      };
    },
    [edge],
  );
}

function measure(edge: Edge): void {
  const reaches = [...bars[edge]].map((bar) => {
    const style = getComputedStyle(bar);
    return style.position === 'sticky' ? bar.offsetHeight + Number.parseFloat(style[edge]) : 0;
  });
  document.documentElement.style.setProperty(`--bars-${edge}`, `${Math.ceil(Math.max(0, ...reaches))}px`);
}
