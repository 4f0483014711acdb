import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { chromiumPath, startBrowser, watch } from '#tools/machine/browser.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

/** A developer with the console open beside a simulator of the test's own. Time stands still but for jumps. */
export interface Developer {
  readonly sandbox: () => Sandbox
  readonly page: () => Page
  /** Loads the page again, and waits until it is live. */
  readonly open: (hash?: string) => Promise<void>
  readonly tab: (name: string) => Promise<void>
  /** Presses the button of this name. */
  readonly press: (name: string | RegExp) => Promise<void>
  /** Opens the menu of the header, and presses the button of this name in it. */
  readonly choose: (name: string) => Promise<void>
  /** Jumps to the next due thing. */
  readonly jump: (times?: number) => Promise<void>
  /** Starts one from the form, and waits until its story is shown. */
  readonly start: (prefix?: string) => Promise<void>
  /** The moments of the story that say so. */
  readonly moment: (text: string | RegExp) => Locator
  readonly title: () => Promise<string | null>
  /** The browser notes an answer of this status as an error; here it is wanted. */
  readonly expectAnswer: (status: number) => void
}

if (chromiumPath === null) {
  console.warn(
    'test/console is skipped: there is no Chromium here. npm run test:console installs it and runs these tests.',
  )
}

/** Tests in a real browser. None may leave an error in its console, or have asked for anything elsewhere. */
export const describeConsole = (name: string, tests: (developer: Developer) => void) =>
  describe.skipIf(chromiumPath === null)(name, () => {
    let running: { readonly sandbox: Sandbox; readonly browser: Browser; readonly page: Page }
    let troubles: Array<string> = []
    let wanted: ReadonlyArray<string> = []

    beforeAll(async () => {
      const [sandbox, browser] = await Promise.all([startSandbox(), startBrowser()])
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'es-MX',
        timezoneId: 'America/Mexico_City',
      })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox.base })
      const page = await context.newPage()
      // What is looked for comes, or nothing does: no limit for a slow machine.
      page.setDefaultTimeout(120_000)
      troubles = watch(page, sandbox.base)
      running = { sandbox, browser, page }
    })
    afterAll(async () => {
      await running.browser.close()
      await running.sandbox.stop()
    })

    const page = () => running.page
    const open = async (hash = '') => {
      await page().goto('about:blank')
      await page().goto(`${running.sandbox.base}/_simulador${hash}`)
      await page()
        .getByText(/^(?:en vivo|live)$/)
        .waitFor()
    }
    const press = (button: string | RegExp) => page().getByRole('button', { name: button, exact: true }).click()
    const moment = (text: string | RegExp) => page().locator('.timeline li').filter({ hasText: text })

    beforeEach(async () => {
      await running.sandbox.call('POST', '/_simulador/reiniciar')
      await open()
    })
    afterEach(async () => {
      const unwanted = troubles.filter((trouble) => !wanted.some((one) => trouble.includes(one)))
      await page().evaluate('localStorage.clear()')
      // What it still asks for would be gone after the reset.
      await page().goto('about:blank')
      troubles.splice(0)
      wanted = []
      expect(unwanted, 'the page reports no errors').toEqual([])
    })

    tests({
      sandbox: () => running.sandbox,
      page,
      open,
      tab: (link) => page().getByRole('navigation').getByRole('link', { name: link }).click(),
      press,
      choose: async (name) => {
        await page().locator('.menu > summary').click()
        await press(name)
        await page().locator('.menu > summary').click()
      },
      jump: async (times = 1) => {
        for (let count = 0; count < times; count++) await press(/^Ir a lo siguiente/)
      },
      start: async (prefix = 'LIMP') => {
        await press('Nueva')
        await page()
          .getByRole('radio', { name: new RegExp(`^${prefix}`) })
          .check()
        await press('Enviar la solicitud')
        await moment('Creada').waitFor()
      },
      moment,
      title: () => page().locator('#title').textContent(),
      expectAnswer: (status) => {
        wanted = [...wanted, `status of ${status}`]
      },
    })
  })
