/** Placeholders for secrets in examples. */
export const placeholder = /change.?me|cambia.?me|placeholder|\.\.\.|[<>]/i
export const examplePassword =
  /^(?:password|passwd|contraseña|secret|secreto|example|ejemplo|postgres|cotejo|test|x+|0+|12345.*)$/i
