// A webhook receiver with ASP.NET Core (.NET 8): WEBHOOK_SECRETS=whsec_… dotnet run
using System.Collections.Concurrent;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

var secrets = Environment.GetEnvironmentVariable("WEBHOOK_SECRETS")!.Split(',');
var seen = new ConcurrentDictionary<string, bool>(); // in production, a table with the body under a unique key
var app = WebApplication.CreateBuilder(args).Build();

app.MapPost("/{**path}", async (HttpRequest request) =>
{
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    string? header = request.Headers["Service-Signature"];
    if (!Signature.IsGenuine(buffer.ToArray(), header, secrets, DateTimeOffset.UtcNow)) return Results.Unauthorized();
    var eventId = request.Headers["Service-Event-Id"].ToString();
    if (seen.TryAdd(eventId, true)) Console.WriteLine($"new {eventId}");
    return Results.NoContent();
});

app.Run($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "3000"}");

// region verify
static class Signature
{
    static readonly Regex Form = new(@"\At=([0-9]{1,12}),v1=([0-9a-f]{64})\z");

    /// <summary>Whether the service signed these bytes recently. Pass two secrets during a rotation.</summary>
    public static bool IsGenuine(byte[] rawBody, string? header, string[] secrets, DateTimeOffset now)
    {
        var found = Form.Match(header ?? "");
        if (!found.Success) return false;
        var t = found.Groups[1].Value;
        var v1 = Convert.FromHexString(found.Groups[2].Value);
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{t}."), .. rawBody];
        var isSigned = false;
        foreach (var secret in secrets)
        {
            var expected = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), signed);
            isSigned |= CryptographicOperations.FixedTimeEquals(expected, v1);
        }
        var apart = now.ToUnixTimeSeconds() - long.Parse(t, CultureInfo.InvariantCulture);
        return isSigned && Math.Abs(apart) <= 300;
    }
}
// endregion
