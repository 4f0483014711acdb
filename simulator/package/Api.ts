/// <reference lib="esnext.disposable" preserve="true" />
import type { SimulatorClient } from './SimulatorClient.ts'

export type {
  ArchivoDeMundo,
  Borrado,
  CambioDeCuenta,
  CambioDePago,
  CambioDeReloj,
  Comprobacion,
  Cuenta,
  Entrega,
  EtapaDelSecreto,
  FallaDelProcesador,
  Fin,
  FirmaPorComprobar,
  Llave,
  LlaveEmitida,
  Motivo,
  NuevaCuenta,
  NuevaLlave,
  NuevoMundo,
  Pago,
  Receta,
  Reloj,
  Secreto,
  Solicitud,
  SolicitudEntera,
  Suceso,
  Transferencias,
} from './Levers.ts'
export type { FallaDeFuente, Fallo, Fuente, Hallazgos } from './SimulatorClient.ts'
// biome-ignore lint/performance/noBarrelFile: what is installed has one entry.
export { LeverError, SimulatorClient, World } from './SimulatorClient.ts'

/** The settings of a simulator in this process. */
export interface SimulatorOptions {
  /** A free one when absent. */
  readonly port?: number
  /** Simulated seconds per real second in the world `principal`, and where a world says nothing; 60 when absent. */
  readonly speed?: number
}

/** A simulator in this process. `await using` ends it. */
export interface Simulator extends AsyncDisposable {
  /** Where its API begins. */
  readonly url: string
  /** Makes a world: a sandbox of its own. */
  readonly world: SimulatorClient['world']
  readonly close: () => Promise<void>
}

/** Starts a simulator on loopback, in this process, in memory, without a word. */
export type StartSimulator = (options?: SimulatorOptions) => Promise<Simulator>

export declare const startSimulator: StartSimulator
