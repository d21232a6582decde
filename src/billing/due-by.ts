/** Stored times are rounded to the millisecond, some of them upwards: what is due now must not look due in a moment. */
export const DUE_BY = "now() + interval '1 millisecond'";
