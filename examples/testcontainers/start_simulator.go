package simulator

import (
	"context"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// Start starts the simulator for a test. The project's tests do not run this file.
func Start(ctx context.Context) (string, error) {
	// region start
	simulator, err := testcontainers.GenericContainer(ctx, testcontainers.GenericContainerRequest{
		ContainerRequest: testcontainers.ContainerRequest{
			Image:        "cotejo-simulator",
			ExposedPorts: []string{"4010/tcp"},
			Cmd:          []string{"--host", "0.0.0.0", "--expose-levers"},
			WaitingFor:   wait.ForHTTP("/_salud"),
		},
		Started: true,
	})
	if err != nil {
		return "", err
	}
	address, err := simulator.Endpoint(ctx, "")
	// endregion
	return address, err
}
