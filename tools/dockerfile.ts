// The grammar of a Dockerfile: a package of tools/, for the test of the image's.
export { validate } from 'dockerfile-utils';
