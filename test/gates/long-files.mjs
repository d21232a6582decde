// Test files that may take more CPU than others, each with the reason.
export const LONG_FILES = {};
