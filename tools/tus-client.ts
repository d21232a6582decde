// The client of tus's own makers: a package of tools/, for the tests of uploads.
export { type DetailedError, Upload } from 'tus-js-client';
