// Loaded before the service to shift its clock by CLOCK_SHIFT_MS, as on a machine that lost its time source.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(RealDate.now() + shiftMs).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + shiftMs] : args, newTarget),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(target, name)),
});
