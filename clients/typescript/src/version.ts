export const VERSION = '0.1.0';

export const USER_AGENT = `call-analysis-typescript/${VERSION} (node ${process.versions.node})`;
