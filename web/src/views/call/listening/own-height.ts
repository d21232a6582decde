import { useEffect, useRef } from 'preact/hooks';

/** Tells the style sheet how tall an element is, which grows with what it shows. @param name of the custom property */
export function useHeightAs(name: `--${string}`): { current: HTMLElement | null } {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty(name, `${Math.ceil(height)}px`);
    });
    if (element.current) sizes.observe(element.current);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  }, [name]);
  return element;
}
