import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** Starts the simulator for a test. The project's tests do not run this file. */
class StartSimulator {
    static String address() {
        // region start
        var simulator = new GenericContainer<>("cotejo-simulator").withExposedPorts(4010)
            .withCommand("--host", "0.0.0.0", "--expose-levers").waitingFor(Wait.forHttp("/_salud"));
        simulator.start();
        var address = simulator.getHost() + ":" + simulator.getMappedPort(4010);
        // endregion
        return address;
    }
}
