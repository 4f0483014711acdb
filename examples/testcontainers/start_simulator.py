"""Starts the simulator for a test. The project's tests do not run this file."""

from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs


def address() -> str:
    # region start
    simulator = DockerContainer("cotejo-simulator").with_exposed_ports(4010)
    simulator.with_command("--host 0.0.0.0 --expose-levers").start()
    wait_for_logs(simulator, "Listo en")
    address = f"{simulator.get_container_host_ip()}:{simulator.get_exposed_port(4010)}"
    # endregion
    return address
