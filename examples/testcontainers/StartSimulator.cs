using DotNet.Testcontainers.Builders;

/// <summary>Starts the simulator for a test. The project's tests do not run this file.</summary>
static class StartSimulator
{
    static async Task<string> Address()
    {
        // region start
        var simulator = new ContainerBuilder().WithImage("cotejo-simulator").WithPortBinding(4010, true)
            .WithCommand("--host", "0.0.0.0", "--expose-levers")
            .WithWaitStrategy(Wait.ForUnixContainer().UntilHttpRequestIsSucceeded(r => r.ForPort(4010).ForPath("/_salud")))
            .Build();
        await simulator.StartAsync();
        var address = $"{simulator.Hostname}:{simulator.GetMappedPublicPort(4010)}";
        // endregion
        return address;
    }
}
