/** Light or dark: the system's choice, until another is made here. */

const themes = ['light', 'dark'] as const

const put = (theme: string): void => {
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem('theme', theme)
}

const chosen = themes.find((theme) => theme === localStorage.getItem('theme'))
if (chosen !== undefined) put(chosen)

/** From what is seen now to the other. */
export const nextTheme = (): void => {
  const isDark =
    getComputedStyle(document.documentElement).colorScheme === 'dark' ||
    (document.documentElement.dataset['theme'] === undefined && matchMedia('(prefers-color-scheme: dark)').matches)
  put(isDark ? 'light' : 'dark')
}
