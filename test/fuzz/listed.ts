/** Texts that stand between bars, over any number of lines. */
export const listed = (text: string): ReadonlyArray<string> => text.trim().split(/\s*[|\n]\s*/)
