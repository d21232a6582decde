/** Stored times are rounded to milliseconds, sometimes upwards. Without the margin, a row due now could look not yet due. */
export const DUE_BY = "now() + interval '1 millisecond'";
