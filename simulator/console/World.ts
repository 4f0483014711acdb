/** The selected world. Its name is in the address of the page, so that you can reload the page or send the address. */

export const principal = 'principal'

export const world = new URLSearchParams(location.search).get('mundo') ?? principal

/** The path of a lever of that world, as `reloj`. */
export const lever = (path: string): string =>
  world === principal ? `/_simulador/${path}` : `/_simulador/mundos/${encodeURIComponent(world)}/${path}`

/** Goes to another world: none of this page is true there. */
export const enter = (name: string): void => {
  location.assign(`${location.pathname}${name === principal ? '' : `?mundo=${encodeURIComponent(name)}`}`)
}
